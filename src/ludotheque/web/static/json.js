// JSON with its numbers as written: whole ones apart from others, so that 1 and 1.0 differ, and one
// canonical text of any value, byte for byte that of Python's json.dumps with sorted keys, the
// separators "," and ":", and characters unescaped.

const MOST_DIGITS = 4300; // of a whole number, as in Python
const MOST_DEPTH = 100; // of lists and objects inside each other
const NUMBER = /-?\d+(\.\d+)?([eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;

// A number with a fraction or an exponent.
export class Float {
  constructor(value) {
    this.value = value;
  }
}

// The value of a text; a SyntaxError if it is not JSON. Objects have no prototype.
export function parse(text) {
  JSON.parse(text); // whether it is JSON at all; from here on every step is known to be right
  const reader = new Reader(text);
  return reader.value(0);
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  // The next character that is not white space.
  peek() {
    while (" \t\n\r".includes(this.text[this.at])) this.at += 1;
    return this.text[this.at];
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text);
    this.at += found.length;
    return found;
  }

  value(depth) {
    const sign = this.peek();
    if (sign === '"') return this.string();
    if (sign === "{" || sign === "[") {
      if (depth === MOST_DEPTH) throw new SyntaxError("too deep");
      return sign === "{" ? this.object(depth + 1) : this.list(depth + 1);
    }
    if (sign === "-" || (sign >= "0" && sign <= "9")) return this.number();
    const word = { t: "true", f: "false", n: "null" }[sign];
    this.at += word.length;
    return JSON.parse(word);
  }

  string() {
    const text = JSON.parse(this.match(STRING));
    if (/[\ud800-\udfff]/u.test(text)) throw new SyntaxError("half of a surrogate pair");
    return text;
  }

  number() {
    const written = this.match(NUMBER);
    if (/[.eE]/.test(written)) return new Float(Number(written));
    if (written.length > MOST_DIGITS + Number(written.startsWith("-"))) {
      throw new SyntaxError("too many digits");
    }
    const value = Number(written);
    return Number.isSafeInteger(value) ? value + 0 : BigInt(written);
  }

  list(depth) {
    const made = [];
    this.at += 1;
    while (this.peek() !== "]") {
      made.push(this.value(depth));
      if (this.peek() === ",") this.at += 1;
    }
    this.at += 1;
    return made;
  }

  object(depth) {
    const made = Object.create(null);
    this.at += 1;
    while (this.peek() !== "}") {
      const key = this.string();
      this.peek();
      this.at += 1; // the colon
      made[key] = this.value(depth);
      if (this.peek() === ",") this.at += 1;
    }
    this.at += 1;
    return made;
  }
}

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof Float) return floatText(value.value);
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort(byCodePoint);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

// Strings compare by UTF-16 units in JavaScript, and by characters in Python.
function byCodePoint(one, other) {
  const [left, right] = [Array.from(one), Array.from(other)];
  for (let place = 0; place < Math.min(left.length, right.length); place += 1) {
    const difference = left[place].codePointAt(0) - right[place].codePointAt(0);
    if (difference) return difference;
  }
  return left.length - right.length;
}

// A float as Python writes it: the shortest digits that give it back.
function floatText(value) {
  if (!Number.isFinite(value)) return value < 0 ? "-Infinity" : "Infinity";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}
