/** Condition keys of a request. Missing ones are left out, never empty. */
export type ConditionKeys = Readonly<Record<string, string | readonly string[]>>

export interface RequiredAction {
  /** As in `s3:GetObject`. */
  readonly action: string
  /** An ARN, or `*` for actions without a resource. */
  readonly resource: string
  readonly keys?: ConditionKeys
  /**
   * The service that acts on the caller's behalf, as in `s3`.
   * @default - none
   */
  readonly via?: string
}

export const presentKeys = (keys: Readonly<Record<string, string | readonly string[] | undefined>>): ConditionKeys =>
  Object.fromEntries(Object.entries(keys).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
