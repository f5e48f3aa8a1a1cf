import x from 'y';

@Component({ selector: 'a' })
export class Cart<T> {
  private sum = (x: number): void => {};
  add(a: string): void;
  add(a: number): void;
  add(a: any) {}
  @Input()
  set value(v: T) {}
}

export abstract class Base {
  abstract pay(): void;
  protected get rate(): number {
    return 1;
  }
}

interface Buyer {
  pay(): void;
}

export type Price = { cents: number };
export enum Kind {
  A,
  B,
}

export namespace Shop.Front {
  export function open() {}
  const q = 1;
  export namespace Back {
    export class Door {}
  }
}

declare module 'foo' {
  export function load(): void;
  export const z: number;
}

declare function ambient(a: string): void;
export function over(a: string): void;
export function over(a: any) {
  const later = <T,>(a: T) => a;
  return { when: (): number => 1, [a]: async function () {} };
}
export const cast = ((x) => x) as any;
