#!/usr/bin/env node
'use strict';

const add = (a, b) => a + b, LIMIT = 3;

export const open = async (key) => {
  const ring = function () {};
  ring();
};

var app = (exports = module.exports = {});

app.use = function use(fn) {
  return function middleware() {};
};

module.exports.close = function () {};
exports.one = exports.two = () => {};

Shop.prototype.sell = function () {
  this.price = () => 1;
};

Shop.prototype = {
  buy: function () {},
  'test #pay()': () => {},
  get size() {
    return 1;
  },
  [Symbol.iterator]() {},
};

class Till extends Shop {
  static #rate = () => 19;
  total = async () => {};
  @dec
  @dec2({ a: 1 })
  get sum() {
    return 1;
  }
  set sum(value) {}
  constructor() {
    this.go = function () {};
  }
  *each() {}
  static {
    function prepare() {}
  }
}

export default function () {}

export { add, open };

(function () {
  function hidden() {}
  class Secret {
    tell() {}
  }
})();

describe('till', () => {
  it('adds', function () {
    const helper = (q) => q;
    if (helper(1)) {
      run(function named() {});
    }
  });
});

const api = {
  get(url) {
    return fetch(url, { when() {} });
  },
  // deep
  deep: { post: (a = f(g(1))) => 2 },
  n: 3,
};

handlers['error'] = function () {};
let Alias = class Named {
  m() {}
};
async function* pages() {}
const wrapped = (function inner() {});
