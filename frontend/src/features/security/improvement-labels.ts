import type { SecurityImprovement } from '#contract/security-improvements'

export const improvementStatusLabels: Readonly<Record<SecurityImprovement['status'], string>> = {
  completed: 'Completada',
  'in-progress': 'En curso',
  pending: 'Pendiente',
}

export const improvementPriorityLabels: Readonly<Record<SecurityImprovement['priority'], string>> = {
  critical: 'Crítica',
  high: 'Alta',
  medium: 'Media',
  low: 'Baja',
}

export const improvementCategoryLabels: Readonly<Record<SecurityImprovement['category'], string>> = {
  'data-protection': 'Protección de datos',
  monitoring: 'Supervisión',
  authentication: 'Autenticación',
  governance: 'Gobierno',
}
