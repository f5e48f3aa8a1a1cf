// no separator inside a comment would end it, so it stands in a string
const sep = "\u2028  ";

function fold(text) {
  return text.split("");
}

function unfold(rows) {
  return rows.join("");
}
