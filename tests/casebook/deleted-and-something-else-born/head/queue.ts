export class Queue {
  private rows: string[] = [];

  size(): number {
    return this.rows.length;
  }
}
