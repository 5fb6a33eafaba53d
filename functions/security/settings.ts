import {
  getSecurityScoreLabel,
  computeSecurityScore,
  type SecuritySettings,
  securitySettingNames,
  type SecuritySettingsOverview,
} from '#contract/security-settings'
import type { security } from '#contract/security'
import type { Database } from '#data/database'
import { securitySettingsItemKey } from '#data/security-settings'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { parseSecuritySettings, readStoredSecuritySettings } from '#platform/security-settings'
import type { EndpointAction } from '#platform/serve'

export const readSecuritySettings: EndpointAction<typeof security.settings> = (_, { data }) => presentSettings(data)

export const changeSecuritySettings: EndpointAction<typeof security.changeSettings> = async (
  { actor, body },
  services,
) => {
  const { data, now } = services
  const stored = await readStoredSecuritySettings(data)
  requireCurrentVersion(stored, body.version)
  const before = parseSecuritySettings(stored)
  const after = parseSecuritySettings({ ...before, ...body.settings })
  const changed = securitySettingNames.filter((name) => after[name] !== before[name])
  if (changed.length === 0) return presentSettings(data)

  const next = { ...after, version: body.version + 1, changedAt: now().toISOString(), changedBy: actor.userId }
  const outcome = await data.transact((entities) => ({
    settings: stored
      ? entities.securitySettings
          .patch(securitySettingsItemKey)
          .set(next)
          .where(({ version }, operations) => createUnchangedCondition(version, body.version, operations))
          .commit()
      : entities.securitySettings.create({ ...securitySettingsItemKey, ...next }).commit(),
    audit: appendAuditEntry(
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
  requireTransactionWritten(outcome)
  return presentSettings(data)
}

const pick = (settings: SecuritySettings, names: readonly (keyof SecuritySettings)[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name]]))

async function presentSettings(data: Database): Promise<SecuritySettingsOverview> {
  const stored = await readStoredSecuritySettings(data)
  const settings = parseSecuritySettings(stored)
  const points = computeSecurityScore(settings)
  return {
    settings,
    version: stored?.version ?? 0,
    changedAt: stored?.changedAt ?? null,
    changedBy: stored ? await nameOf(stored.changedBy, data) : null,
    score: { points, label: getSecurityScoreLabel(points) },
  }
}

async function nameOf(userId: string, data: Database): Promise<string | null> {
  const { data: user } = await data.users.get({ userId }).go()
  return user ? `${user.firstName} ${user.lastName}`.trim() || user.email : null
}
