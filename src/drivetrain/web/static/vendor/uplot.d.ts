/** uPlot as the pages use it: the library has been fetched as one script without types. */
declare class uPlot {
  static rangeNum(low: number, high: number, margin: number, extra: boolean): [number, number];
  constructor(options: object, data: ArrayLike<unknown>[], place: HTMLElement);
  static readonly paths: Record<string, (options?: object) => unknown>;
  readonly cursor: { left: number, top: number };
  readonly over: HTMLElement;
  destroy(): void;
  setCursor(place: { left: number, top: number }, tells?: boolean): void;
  setData(data: ArrayLike<unknown>[], scales?: boolean): void;
  setScale(name: string, range: { min: number, max: number }): void;
  setSize(size: { width: number, height: number }): void;
  valToPos(value: number, scale: string, isOnCanvas?: boolean): number;
}
export default uPlot;
