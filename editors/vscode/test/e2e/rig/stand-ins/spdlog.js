// Log files without the native module: every call appends to the file at once.
const { appendFileSync, mkdirSync } = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warn", "error", "critical"];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
    LEVELS.forEach((name, rank) => {
      this[name] = (text) => rank >= this.level && this.append(name, text);
    });
  }
  append(name, text) {
    appendFileSync(this.file, this.plain ? text : `${new Date().toISOString()} [${name}] ${text}\n`);
  }
  clearFormatters() {
    this.plain = true;
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  flush() {}
  drop() {}
}

async function create(_name, file) {
  mkdirSync(path.dirname(file), { recursive: true });
  return new Logger(file);
}

module.exports = { Logger, createRotatingLogger: create, createAsyncRotatingLogger: create, setFlushOn() {}, setLevel() {} };
