import { security } from '#contract/security'
import { serve } from '#platform/serve'
import { readAlerts } from './alerts.ts'
import { exportAudit, readAudit } from './audit-log.ts'
import { readHealth } from './health.ts'
import { readImprovements } from './improvements.ts'
import { recordPenetrationTest } from './penetration-test.ts'
import { liveSecurityServices, type SecurityServices } from './services.ts'
import { changeSettings, readSettings } from './settings.ts'
import { readSignIns } from './sign-ins.ts'
import { restoreAlerts, suppressAlerts } from './suppressions.ts'
import { tableAccess } from './table-access.ts'

export const open = liveSecurityServices

export const withServices = serve<typeof security, SecurityServices>(
  security,
  {
    health: readHealth,
    audit: readAudit,
    exportAudit,
    settings: readSettings,
    changeSettings,
    alerts: readAlerts,
    suppressAlerts,
    restoreAlerts,
    improvements: readImprovements,
    recordPenetrationTest,
    signIns: readSignIns,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
