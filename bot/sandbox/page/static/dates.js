// Slack's date tokens and pickers, in the zone of the person whom one plays.

const DAY = 24 * 3600;
const RECENT = 183 * DAY; // within six months Slack leaves the year out

function parts(seconds, zone) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
    hour: "2-digit", minute: "2-digit", second: "2-digit",
  });
  return Object.fromEntries(format.formatToParts(new Date(seconds * 1000)).map((part) => [part.type, part.value]));
}

function isoDate(seconds, zone) {
  const { year, month, day } = parts(seconds, zone);
  return `${year}-${month}-${day}`;
}

/** How far the zone is ahead of UTC at that time, in seconds. */
function offset(seconds, zone) {
  const { year, month, day, hour, minute, second } = parts(seconds, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - Math.floor(seconds);
}

/** What an `<input type="datetime-local">` shows for a Unix time. */
export function toLocal(seconds, zone) {
  const { hour, minute } = parts(seconds, zone);
  return `${isoDate(seconds, zone)}T${hour}:${minute}`;
}

/** The Unix time of what was picked in an `<input type="datetime-local">`. */
export function fromLocal(local, zone) {
  const asUtc = Date.parse(`${local}Z`) / 1000;
  const near = asUtc - offset(asUtc, zone);
  return asUtc - offset(near, zone);
}

function ordinal(day) {
  const tail = { one: "st", two: "nd", few: "rd", other: "th" };
  return `${day}${tail[new Intl.PluralRules("en", { type: "ordinal" }).select(day)]}`;
}

function dayName(seconds, zone, now) {
  const near = { [-1]: "yesterday", 0: "today", 1: "tomorrow" };
  const midnight = (at) => Date.parse(isoDate(at, zone)) / 1000;
  return near[Math.round((midnight(seconds) - midnight(now)) / DAY)];
}

function spelled(seconds, zone, now, { month, weekday }) {
  const format = (options) => new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options }).format(seconds * 1000);
  const day = Number(format({ day: "numeric" }));
  const year = Math.abs(seconds - now) < RECENT ? "" : `, ${format({ year: "numeric" })}`;
  const before = weekday ? `${format({ weekday: "long" })}, ` : "";
  return `${before}${format({ month })} ${month === "short" ? day : ordinal(day)}${year}`;
}

function ago(seconds, now) {
  const units = [["day", DAY], ["hour", 3600], ["minute", 60], ["second", 1]];
  const gone = Math.round(seconds - now);
  const [unit, length] = units.find(([, size]) => Math.abs(gone) >= size) ?? units.at(-1);
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.trunc(gone / length), unit);
}

const SHORT = { month: "short" };
const PLAIN = { month: "long" };
const LONG = { month: "long", weekday: true };
const TOKENS = {
  date_num: (at, zone) => isoDate(at, zone),
  date: (at, zone, now) => spelled(at, zone, now, PLAIN),
  date_short: (at, zone, now) => spelled(at, zone, now, SHORT),
  date_long: (at, zone, now) => spelled(at, zone, now, LONG),
  date_pretty: (at, zone, now) => dayName(at, zone, now) ?? spelled(at, zone, now, PLAIN),
  date_short_pretty: (at, zone, now) => dayName(at, zone, now) ?? spelled(at, zone, now, SHORT),
  date_long_pretty: (at, zone, now) => dayName(at, zone, now) ?? spelled(at, zone, now, LONG),
  time: (at, zone) => { const { hour, minute } = parts(at, zone); return `${hour}:${minute}`; },
  time_secs: (at, zone) => { const { hour, minute, second } = parts(at, zone); return `${hour}:${minute}:${second}`; },
  ago: (at, _zone, now) => ago(at, now),
};

/** Fill a format such as `{date_short_pretty} {time}`; null if it holds a token that Slack does not know. */
export function written(format, seconds, zone, now) {
  let known = true;
  const text = format.replace(/\{(\w+)\}/g, (_all, token) => {
    if (!Object.hasOwn(TOKENS, token)) known = false;
    return known ? TOKENS[token](seconds, zone, now) : "";
  });
  return known ? text : null;
}
