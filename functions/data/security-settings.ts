import { Entity, type EntityConfiguration } from 'electrodb'

export const securitySettingsEntity = (config: EntityConfiguration) =>
  new Entity(
    {
      model: { service: 'practice', entity: 'securitySettings', version: '1' },
      attributes: {
        of: { type: 'string', required: true, readOnly: true },
        enforceStrongPasswords: { type: 'boolean', required: true },
        requireMfaForAdmins: { type: 'boolean', required: true },
        sessionTimeout: { type: 'number', required: true },
        auditLogging: { type: 'boolean', required: true },
        rateLimiting: { type: 'boolean', required: true },
        version: { type: 'number', required: true },
        changedAt: { type: 'string', required: true },
        changedBy: { type: 'string', required: true },
      },
      indexes: { byName: { pk: { field: 'pk', composite: ['of'] }, sk: { field: 'sk', composite: [] } } },
    },
    config,
  )

export const securitySettingsItemKey = { of: 'practice' } as const
