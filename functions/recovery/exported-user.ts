import * as z from 'zod/mini'
import { roles } from '#contract/endpoint'
import { recoveryFolders } from '#contract/recovery'

/** A person of the pool, with what stands of them in the table: the way from one to the other if either is lost. */
export const ExportedUser = z.object({
  sub: z.string(),
  /** Of the pool, but for what it makes itself; `email` among them. */
  attributes: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  confirmed: z.boolean(),
  /** Google's subjects that sign in as this person. */
  googleSubjects: z.array(z.string()),
  /** What the table says; none of it for an account that nobody has proven. */
  userId: z.optional(z.string()),
  customerId: z.optional(z.string()),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.string()),
})
export type ExportedUser = z.infer<typeof ExportedUser>

/** The last object of an export: without it the export is not whole, or broke off. */
export const UserExportManifest = z.object({
  userPoolId: z.string(),
  exportedAt: z.iso.datetime(),
  users: z.number(),
  parts: z.array(z.string()),
})
export type UserExportManifest = z.infer<typeof UserExportManifest>

/** Sorted by name, exports are sorted by time. */
export const toUserExportFolder = (at: Date): string =>
  `${recoveryFolders.users}${at.toISOString().replaceAll(/[:.]/g, '-')}/`

export const MANIFEST = 'manifest.json'
