import type { ServiceName } from '#contract/diagnostics'

export const serviceText: Readonly<Record<ServiceName, string>> = {
  table: 'Base de datos',
  files: 'Archivos',
  mail: 'Correo',
  payments: 'Pagos',
  'sign-in': 'Inicio de sesión',
}
