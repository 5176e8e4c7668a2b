"""Parts of sheets that few people ask for; each is imported by the option that needs it."""
