export class Queue {
  private rows: string[] = [];

  flush(): void {
    for (const row of this.rows) {
      send(row);
      log(`sent ${row}`);
    }
    this.rows = [];
  }
}
