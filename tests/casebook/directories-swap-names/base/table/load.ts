export function load(path: string) {
  const text = disk.read(path);
  cache.set(path, text);
  return JSON.parse(text);
}
