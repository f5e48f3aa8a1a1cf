export function load(id: string) {
  const row = table.get(id);
  if (row === undefined) {
    throw new Error(`no row ${id}`);
  }
  return row;
}
