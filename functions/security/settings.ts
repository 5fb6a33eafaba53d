import {
  scoreLabel,
  securityScore,
  type SecuritySettings,
  settingNames,
  type StoredSettings,
} from '#contract/security-settings'
import type { security } from '#contract/security'
import type { Data } from '#data/data'
import { practiceSettings } from '#data/security-settings'
import { unchanged } from '#data/unchanged'
import { appendAudit } from '#platform/audit'
import { requireVersion, requireWritten } from '#platform/conflict'
import { settingsIn, storedSettings } from '#platform/security-settings'
import type { Action } from '#platform/serve'

/** Read from the table, bypassing the container's cache. */
export const readSettings: Action<typeof security.settings> = (_, { data }) => presentSettings(data)

export const changeSettings: Action<typeof security.changeSettings> = async ({ actor, body }, services) => {
  const { data, now } = services
  const stored = await storedSettings(data)
  requireVersion(stored, body.version)
  const before = settingsIn(stored)
  const after = settingsIn({ ...before, ...body.settings })
  const changed = settingNames.filter((name) => after[name] !== before[name])
  if (changed.length === 0) return presentSettings(data)

  const next = { ...after, version: body.version + 1, changedAt: now().toISOString(), changedBy: actor.userId }
  const outcome = await data.transact((entities) => ({
    settings: stored
      ? entities.securitySettings
          .patch(practiceSettings)
          .set(next)
          .where(({ version }, operations) => unchanged(version, body.version, operations))
          .commit()
      : entities.securitySettings.create({ ...practiceSettings, ...next }).commit(),
    audit: appendAudit(
      entities,
      {
        action: 'SECURITY_SETTINGS_CHANGED',
        by: actor.userId,
        subjectId: 'security-settings',
        details: { old_data: pick(before, changed), new_data: pick(after, changed) },
        caller: actor,
      },
      services,
    ),
  }))
  requireWritten(outcome)
  return presentSettings(data)
}

const pick = (settings: SecuritySettings, names: readonly (keyof SecuritySettings)[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name]]))

async function presentSettings(data: Data): Promise<StoredSettings> {
  const stored = await storedSettings(data)
  const settings = settingsIn(stored)
  const points = securityScore(settings)
  return {
    settings,
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt ?? null,
    changedBy: stored ? await nameOf(stored.changedBy, data) : null,
    score: { points, label: scoreLabel(points) },
  }
}

async function nameOf(userId: string, data: Data): Promise<string | null> {
  const { data: user } = await data.users.get({ userId }).go()
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.email : null
}
