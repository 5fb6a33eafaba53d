import * as z from 'zod/mini'
import { roles } from '#contract/endpoint'
import { recoveryFolders } from '#contract/recovery'

export const ExportedUser = z.object({
  sub: z.string(),
  attributes: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  confirmed: z.boolean(),
  googleSubjects: z.array(z.string()),
  userId: z.optional(z.string()),
  customerId: z.optional(z.string()),
  role: z.optional(z.enum(roles)),
  status: z.optional(z.string()),
})
export type ExportedUser = z.infer<typeof ExportedUser>

/** The last object of an export: without it the export is incomplete. */
export const UserExportManifest = z.object({
  userPoolId: z.string(),
  exportedAt: z.iso.datetime(),
  users: z.number(),
  parts: z.array(z.string()),
})
export type UserExportManifest = z.infer<typeof UserExportManifest>

export const toUserExportFolder = (at: Date): string =>
  `${recoveryFolders.users}${at.toISOString().replaceAll(/[:.]/g, '-')}/`

export const MANIFEST = 'manifest.json'
