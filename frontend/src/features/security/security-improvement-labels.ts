import type { SecurityImprovement } from '#contract/security-improvements'

export const securityImprovementStatusLabels: Readonly<Record<SecurityImprovement['status'], string>> = {
  completed: 'Completada',
  'in-progress': 'En curso',
  pending: 'Pendiente',
}

export const securityImprovementPriorityLabels: Readonly<Record<SecurityImprovement['priority'], string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
}

export const securityImprovementCategoryLabels: Readonly<Record<SecurityImprovement['category'], string>> = {
  'data-protection': 'Protección de datos',
  monitoring: 'Supervisión',
  authentication: 'Autenticación',
  governance: 'Gobierno',
}
