export interface Schedules {
  /** True: this process is to run the schedule now; no other process gets true before the interval has
   * passed. */
  take(name: string, everyMinutes: number): Promise<boolean>;
}
