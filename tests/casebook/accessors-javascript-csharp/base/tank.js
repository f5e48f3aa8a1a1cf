class Tank {
  constructor() {
    this._level = 0;
  }

  get level() {
    return this._level;
  }

  set level(litres) {
    this._level = Math.max(0, litres);
  }

  static get size() {
    return 400;
  }
}
