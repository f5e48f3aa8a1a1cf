export function load(id: string) {
  const row = table.get(id);
  if (row === undefined) {
    throw new Error(`unknown row ${id}`);
  }
  return row;
}
