import type { MonitoredService } from '#contract/diagnostics'

export const serviceLabels: Readonly<Record<MonitoredService, string>> = {
  table: 'Base de datos',
  files: 'Archivos',
  mail: 'Correo',
  payments: 'Pagos',
  'sign-in': 'Inicio de sesión',
}
