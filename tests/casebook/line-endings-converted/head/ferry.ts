export class Ferry {
  board(count: number): number {
    return count + 1;
  }
}

export function toll(boats: number) {
  return boats * 4;
}
