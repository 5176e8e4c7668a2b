/* Playouts: a card is played to its end again and again, always by the best box of the page. Touches nothing outside,
 * and imports nothing, for it runs in a worker. `sheetgen/odds/playouts.py` is the same for commands; a test compares
 * both, which have to add and choose in the same order.
 *
 * Dice that are kept are a keep: a multiset of faces, numbered by size, then in ascending order; the largest are the
 * rolls. How a turn is played is found from its end: a roll is worth what its best box weighs, a keep the mean over one
 * more die. That depends on the full boxes, the sum towards the bonus and some flags alone, and is remembered. The last
 * turn is not played: all its ends count with their chances. Random numbers are hashes of a counter. The card is their
 * seed, so that all devices have the same figures.
 */

const PLAYOUTS = 2000;
const MOST_NUMBERS = 40000000; // of policies that are remembered at a time: 80 MB
const CHUNK = 500; // policies for which room is made at once

/** Return an evenly mixed number of 32 bits (the hash "lowbias32" of Chris Wellons).
 *
 * @param {number} value
 */
function mixed(value) {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Return the keeps of all sizes, and what follows from each.
 *
 * Those from `rolls` on are of all dice. `more` has the keeps with one more die, for each face. `less` has those with
 * one die less, from `lessFrom` on. `throws` has the rolls that a keep can become, from `from` on, each as often as it
 * can come.
 *
 * @param {number} dice
 * @param {number} sides
 */
function keepsOf(dice, sides) {
  const faces = Array.from({ length: sides }, (_, at) => at + 1);
  /** @type {number[][]} */
  const keeps = [[]];
  let rolls = 0; // the number of the first keep of a size, at the end the largest
  for (let size = 1; size <= dice; size += 1) {
    const smaller = keeps.slice(rolls);
    rolls = keeps.length;
    smaller.forEach((keep) => {
      const last = keep.length ? keep[keep.length - 1] : 1;
      keeps.push(...faces.slice(last - 1).map((face) => [...keep, face]));
    });
  }
  const places = new Map(keeps.map((keep, place) => [keep.join(), place]));
  /** @param {number[]} keep */
  const placeOf = (keep) => places.get(keep.sort((one, other) => one - other).join()) || 0;
  const more = keeps.slice(0, rolls).map((keep) => faces.map((face) => placeOf([...keep, face])));
  const less = keeps.map((keep) =>
    [...new Set(keep)].map((face) => placeOf(keep.filter((_, at) => at !== keep.indexOf(face))))
  );
  /** @type {number[][]} */
  const throws = keeps.map((_, place) => [place - rolls]);
  for (let place = rolls - 1; place >= 0; place -= 1) {
    throws[place] = more[place].flatMap((keep) => throws[keep]);
  }
  return {
    count: keeps.length,
    rolls,
    more: Uint16Array.from(more.flat()),
    less: Uint16Array.from(less.flat()),
    lessFrom: startsOf(less),
    throws: Uint16Array.from(throws.flat()),
    from: startsOf(throws),
  };
}

/** Return where each list starts when all are put in a row, and the end of the last.
 *
 * @param {number[][]} lists
 */
function startsOf(lists) {
  const starts = [0];
  lists.forEach((list, at) => {
    starts.push(starts[at] + list.length);
  });
  return Uint32Array.from(starts);
}

/** Return a function that plays a card out from where it stands, and returns the shares of its final totals.
 *
 * @param {Plan} plan
 * @returns {(standing: Standing) => Shares}
 */
export function playerOf(plan) {
  const { sides, rolls } = plan;
  const keeps = keepsOf(plan.dice, sides);
  const rollCount = keeps.count - keeps.rolls;
  const moments = plan.points.length;
  const placeOfBoxes = (rolls - 1) * rollCount; // in a policy, after the keeps of each roll
  const placeOfPoints = placeOfBoxes + moments * rollCount;
  const policyLength = placeOfPoints + moments * rollCount;
  const mostPolicies = Math.floor(MOST_NUMBERS / policyLength);
  const most = Math.max(0, ...plan.bonus.map(([least]) => least), ...plan.progress.map(({ at }) => at));
  const whole = 2 ** plan.boxes.length - 1;
  const special = [...new Set([...plan.yachts, ...plan.jokers.map(({ roll }) => roll)])];
  const isYacht = Array.from({ length: rollCount }, (_, roll) => plan.yachts.includes(roll));
  const isCounting = plan.boxes.map((_, box) => plan.counting.includes(box));
  const firstThrows = keeps.throws.slice(0, keeps.from[1]).filter((roll) => !plan.wins.includes(roll));
  const flagsOf = plan.boxes.map((_, box) =>
    [plan.yachtBoxes, ...plan.needs.map((need) => need.others)].reduce(
      (flags, set, at) => flags | (((set >> box) & 1) << at),
      0
    )
  );
  /** The different points of each box at each moment, and which of them each roll has. */
  const values = plan.points.map((lists) => lists.map((list) => [...new Set(list)]));
  const codes = plan.points.map((lists, moment) =>
    lists.map((list, box) => Uint8Array.from(list, (points) => values[moment][box].indexOf(points)))
  );
  const weights = new Float64Array(moments * rollCount);
  const worth = new Float64Array(keeps.count);
  const chosen = new Uint16Array(keeps.count);
  /** @type {Map<number, Int16Array>} */
  const policies = new Map();
  /** @type {Int16Array[]} */
  const room = [];
  /** @type {Map<number, [number, number][]>} */
  const lastTotals = new Map();

  /** Return the moment of a roll by its number, from 1.
   *
   * @param {number} number
   */
  const momentOf = (number) => (number === 1 ? moments - 1 : 0);

  /** Return the points of the bonus for a sum.
   *
   * @param {number} held
   */
  const bonusFor = (held) => plan.bonus.reduce((points, [least, bonus]) => (least <= held ? bonus : points), 0);

  /** Return the boxes that are next.
   *
   * @param {number} full
   */
  const nextOf = (full) =>
    plan.runs.flatMap((run) => run.filter((box) => !((full >> box) & 1)).slice(0, 1)).sort((one, other) => one - other);

  /** Return a function for the worth of the progress towards the bonus by the sum, as `progressOf` in offers.js.
   *
   * @param {number} full
   */
  function progressWith(full) {
    let open = 0;
    const pars = plan.progress.map(() => 0);
    plan.counting.forEach((box, place) => {
      if (!((full >> box) & 1)) {
        open += plan.most[box];
        plan.progress.forEach((step, at) => {
          pars[at] += step.pars[place];
        });
      }
    });
    return (/** @type {number} */ held) => {
      let progress = 0;
      for (let at = 0; at < pars.length; at += 1) {
        const { at: goal, first, step, slopes } = plan.progress[at];
        let ahead = held + pars[at] - goal;
        if (held >= goal) {
          ahead = Infinity;
        } else if (held + open < goal) {
          ahead = -Infinity;
        }
        let sum = 0;
        for (let part = 0; part < slopes.length; part += 1) {
          sum += slopes[part] * Math.max(0, Math.min(step, ahead - first - step * part));
        }
        progress += sum;
      }
      return progress;
    };
  }

  /** Return the first boxes of a joker that are open; all if there are none.
   *
   * @param {PlanJoker} joker
   * @param {number} full
   */
  function allowedFor(joker, full) {
    const groups = (full & joker.full) === joker.full ? joker.late : joker.early;
    const open = nextOf(full).reduce((set, box) => set | (1 << box), 0);
    return (groups.find((set) => set & open) || open) & open;
  }

  /** Check whether a box needs points in another one, where there are none.
   *
   * @param {number} box
   * @param {number} flags
   */
  const isEarly = (box, flags) => plan.needs.some((need, at) => need.box === box && !((flags >> (at + 1)) & 1));

  /** Find the best box of each roll at each moment: its weight, its number, and its points.
   *
   * @param {Standing} standing
   * @param {Int16Array} policy
   */
  function chooseBoxes({ full, held, flags }, policy) {
    weights.fill(-Infinity);
    const offer = (/** @type {number} */ at, /** @type {number} */ box, /** @type {number} */ points, weight = 0) => {
      const isBetter =
        weight > weights[at] || (weight === weights[at] && plan.most[box] < plan.most[policy[placeOfBoxes + at]]);
      if (isBetter) {
        weights[at] = weight;
        policy[placeOfBoxes + at] = box;
        policy[placeOfPoints + at] = points;
      }
    };
    const next = nextOf(full).map((box) => {
      const progress = progressWith(full | (1 << box));
      const still = progress(held);
      const weightOf = (/** @type {number} */ points, /** @type {number} */ bonus) =>
        points + bonus - plan.worth[box] + (isCounting[box] ? progress(held + points) : still);
      return { box, weightOf, isNothing: isEarly(box, flags) };
    });
    for (const { box, weightOf, isNothing } of next) {
      for (let moment = 0; moment < moments; moment += 1) {
        const points = values[moment][box].map((value) => (isNothing ? 0 : value));
        const weightsOfPoints = points.map((value) => weightOf(value, 0));
        const code = codes[moment][box];
        const start = moment * rollCount;
        for (let roll = 0; roll < rollCount; roll += 1) {
          if (weightsOfPoints[code[roll]] >= weights[start + roll]) {
            offer(start + roll, box, points[code[roll]], weightsOfPoints[code[roll]]);
          }
        }
      }
    }
    for (const roll of special) {
      const joker = plan.jokers.find((each) => each.roll === roll);
      const allowed = joker ? allowedFor(joker, full) : whole;
      const isLate = joker && (full & joker.full) === joker.full;
      const bonus = flags & 1 && isYacht[roll] ? plan.yachtPoints : 0;
      for (let moment = 0; moment < moments; moment += 1) {
        weights[moment * rollCount + roll] = -Infinity;
        for (const { box, weightOf, isNothing } of next.filter((each) => (allowed >> each.box) & 1)) {
          const value = isLate ? joker.points[moment][box] : plan.points[moment][box][roll];
          const points = isNothing ? 0 : value;
          offer(moment * rollCount + roll, box, points, weightOf(points, bonus));
        }
      }
    }
  }

  /** Find the keep of each roll by its number, once the boxes are chosen.
   *
   * @param {Int16Array} policy
   */
  function chooseKeeps(policy) {
    const { count, more, less, lessFrom } = keeps;
    const full = keeps.rolls;
    let after = weights.subarray(0, rollCount);
    for (let number = rolls - 1; number > 0; number -= 1) {
      worth.set(after, full);
      for (let keep = full - 1; keep >= 0; keep -= 1) {
        let sum = 0;
        for (let face = 0; face < sides; face += 1) {
          sum += worth[more[keep * sides + face]];
        }
        worth[keep] = sum / sides;
      }
      const start = momentOf(number) * rollCount;
      worth.set(weights.subarray(start, start + rollCount), full); // to stop here
      for (let keep = 0; keep < count; keep += 1) {
        let value = worth[keep];
        let choice = keep;
        for (let at = lessFrom[keep]; at < lessFrom[keep + 1]; at += 1) {
          const other = less[at];
          if (worth[other] > value) {
            value = worth[other];
            choice = chosen[other];
          }
        }
        worth[keep] = value;
        chosen[keep] = choice;
      }
      after = worth.slice(full);
      policy.set(chosen.subarray(full), (number - 1) * rollCount);
    }
  }

  /** Return the key of what the policy of a card depends on.
   *
   * @param {Standing} standing
   */
  const keyOf = ({ full, held, flags }) => (full * (most + 1) + held) * 2 ** (1 + plan.needs.length) + flags;

  /** Return how the next turn of a card is played: the keep of each roll by its number, then its box and points.
   *
   * @param {Standing} standing
   */
  function policyOf(standing) {
    const key = keyOf(standing);
    let policy = policies.get(key);
    if (!policy) {
      if (policies.size >= mostPolicies) {
        policies.clear();
      }
      const at = policies.size % CHUNK;
      const chunk = Math.floor(policies.size / CHUNK);
      room[chunk] = room[chunk] || new Int16Array(CHUNK * policyLength);
      policy = room[chunk].subarray(at * policyLength, (at + 1) * policyLength);
      chooseBoxes(standing, policy);
      chooseKeeps(policy);
      policies.set(key, policy);
    }
    return policy;
  }

  /** Fill the box that is best for a roll; its place has the moment as well.
   *
   * @param {Standing} standing
   * @param {Int16Array} policy
   * @param {number} at
   */
  function fill(standing, policy, at) {
    const box = policy[placeOfBoxes + at];
    const points = policy[placeOfPoints + at];
    const bonus = standing.flags & 1 && isYacht[at % rollCount] ? plan.yachtPoints : 0;
    standing.full |= 1 << box;
    standing.points += points + bonus;
    if (isCounting[box]) {
      standing.held = Math.min(most, standing.held + points);
    }
    if (points) {
      standing.flags |= flagsOf[box];
    }
  }

  /** Return the chance of each roll, and of its moment, to end a turn.
   *
   * @param {Int16Array} policy
   */
  function endsOf(policy) {
    const ends = new Float64Array(moments * rollCount);
    let coming = new Float64Array(rollCount);
    firstThrows.forEach((roll) => {
      coming[roll] += 1 / firstThrows.length;
    });
    for (let number = 1; number < rolls; number += 1) {
      const flow = new Float64Array(keeps.count);
      for (let roll = 0; roll < rollCount; roll += 1) {
        const keep = policy[(number - 1) * rollCount + roll];
        if (keep >= keeps.rolls) {
          ends[momentOf(number) * rollCount + roll] += coming[roll];
        } else {
          flow[keep] += coming[roll];
        }
      }
      for (let keep = 0; keep < keeps.rolls; keep += 1) {
        for (let face = 0; face < sides; face += 1) {
          flow[keeps.more[keep * sides + face]] += flow[keep] / sides;
        }
      }
      coming = flow.subarray(keeps.rolls);
    }
    for (let roll = 0; roll < rollCount; roll += 1) {
      ends[momentOf(rolls) * rollCount + roll] += coming[roll];
    }
    return ends;
  }

  /** Return what the last turn of a card adds to its total, the bonus included, with the chances.
   *
   * @param {Standing} standing
   */
  function lastGains(standing) {
    const key = keyOf(standing);
    let gains = lastTotals.get(key);
    if (!gains) {
      const policy = policyOf(standing);
      /** @type {Map<number, number>} */
      const chances = new Map();
      endsOf(policy).forEach((chance, at) => {
        const last = { ...standing, points: 0 };
        fill(last, policy, at);
        const gain = last.points + bonusFor(last.held);
        chances.set(gain, (chances.get(gain) || 0) + chance);
      });
      gains = [...chances].filter(([, chance]) => chance > 0);
      lastTotals.set(key, gains);
    }
    return gains;
  }

  /** Play the next turn of a card.
   *
   * @param {Standing} standing
   * @param {number} seed
   * @param {number} counter
   */
  function playTurn(standing, seed, counter) {
    const policy = policyOf(standing);
    let keep = 0;
    for (let number = 1; ; number += 1) {
      const throws = number === 1 ? firstThrows : keeps.throws;
      const from = number === 1 ? 0 : keeps.from[keep];
      const count = number === 1 ? firstThrows.length : keeps.from[keep + 1] - from;
      const random = mixed(seed + Math.imul(counter + number, 0x9e3779b9));
      const roll = throws[from + Math.floor((random * count) / 2 ** 32)];
      keep = number < rolls ? policy[(number - 1) * rollCount + roll] : keeps.rolls;
      if (keep >= keeps.rolls) {
        fill(standing, policy, momentOf(number) * rollCount + roll);
        return;
      }
    }
  }

  return (start) => {
    const begin = { ...start, held: Math.min(most, start.held) };
    if (begin.full === whole) {
      return { totals: [begin.points + bonusFor(begin.held)], shares: [1] };
    }
    const turns = plan.boxes.filter((_, box) => !((begin.full >> box) & 1)).length - 1; // without the last
    const playouts = turns ? PLAYOUTS : 1;
    const seed = mixed(mixed(mixed(mixed(begin.full) + begin.held) + begin.flags) + begin.points);
    /** @type {Map<number, number>} */
    const shares = new Map();
    for (let playout = 0; playout < playouts; playout += 1) {
      const standing = { ...begin };
      for (let turn = 0; turn < turns; turn += 1) {
        playTurn(standing, seed, (playout * turns + turn) * rolls);
      }
      for (const [gain, chance] of lastGains(standing)) {
        const total = standing.points + gain;
        shares.set(total, (shares.get(total) || 0) + chance / playouts);
      }
    }
    const sorted = [...shares].sort(([one], [other]) => one - other);
    return { totals: sorted.map(([total]) => total), shares: sorted.map(([, share]) => share) };
  };
}
