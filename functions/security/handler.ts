import { security } from '#contract/security'
import { serve } from '#platform/serve'
import { readSecurityAlerts } from './alerts.ts'
import { exportAuditLog, readAuditCheck, readAuditLog } from './audit-log.ts'
import { readApiHealth } from './api-health.ts'
import { readSecurityImprovements } from './improvements.ts'
import { recordPenetrationTest } from './penetration-test.ts'
import { createSecurityServices, type SecurityServices } from './services.ts'
import { changeSecuritySettings, readSecuritySettings } from './settings.ts'
import { readSignInStatistics } from './sign-ins.ts'
import { restoreSecurityAlerts, suppressSecurityAlerts } from './suppressions.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createSecurityServices

export const createLambdaHandler = serve<typeof security, SecurityServices>(
  security,
  {
    health: readApiHealth,
    audit: readAuditLog,
    exportAudit: exportAuditLog,
    auditCheck: readAuditCheck,
    settings: readSecuritySettings,
    changeSettings: changeSecuritySettings,
    alerts: readSecurityAlerts,
    suppressAlerts: suppressSecurityAlerts,
    restoreAlerts: restoreSecurityAlerts,
    improvements: readSecurityImprovements,
    recordPenetrationTest,
    signIns: readSignInStatistics,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
