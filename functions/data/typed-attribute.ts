import type { CustomAttributeType } from 'electrodb'

/** Attribute of any shape that the compiler knows, like electrodb's `CustomAttributeType`, which bundles leave out. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is the type that the attribute gets
export const createTypedAttribute = <Value>() => 'any' as unknown as ReturnType<typeof CustomAttributeType<Value>>
