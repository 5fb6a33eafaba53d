/** Condition keys of a request. What a request does not carry is left out, never empty. */
export type ConditionKeys = Readonly<Record<string, string | readonly string[]>>

/** One of the actions that a request needs, as the service authorization reference names it. */
export interface JudgedAction {
  /** As in `s3:GetObject`. */
  readonly action: string
  /** An ARN, or `*` for actions without a resource. */
  readonly resource: string
  readonly keys?: ConditionKeys
  /**
   * The service that asks on the caller's behalf, as in `s3`.
   * @default - the caller asks
   */
  readonly via?: string
}

/** Without the keys that are undefined. */
export const presentKeys = (keys: Readonly<Record<string, string | readonly string[] | undefined>>): ConditionKeys =>
  Object.fromEntries(Object.entries(keys).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
