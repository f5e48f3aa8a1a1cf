// もう一行 🌊
// 🚣🏽‍♀️ ボート
const ラベル = "𠮷野家";

function 借りる(舟) {
  return `${舟}を借りる 🛶`;
}

class Steg {
  länge(meter) { return meter * 3.28; }

  // ที่จอดเรือ
  plätze() {
    return this.länge(2);
  }
}
