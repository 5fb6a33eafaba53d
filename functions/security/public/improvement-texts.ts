import type { SecurityImprovementId, SecurityImprovement } from '#contract/security-improvements'

type Texts = Pick<SecurityImprovement, 'title' | 'description' | 'priority' | 'category'>

export const securityImprovementTexts: Readonly<Record<SecurityImprovementId, Texts>> = {
  'penetration-test': {
    title: 'Prueba de intrusión externa',
    description: 'Una empresa de fuera ha intentado entrar en los últimos doce meses y ha dejado un informe.',
    priority: 'high',
    category: 'governance',
  },
  passkeys: {
    title: 'Llaves de acceso (passkeys)',
    description: 'Se puede entrar con la llave del móvil o del ordenador, que no se adivina ni se roba con un engaño.',
    priority: 'medium',
    category: 'authentication',
  },
  'admin-mfa': {
    title: 'Segundo factor para administradores',
    description: 'Quien administra entra con una contraseña fuerte y con un código de su aplicación.',
    priority: 'critical',
    category: 'authentication',
  },
  encryption: {
    title: 'Cifrado de datos y archivos',
    description: 'La base de datos y los archivos están cifrados con claves propias y cerrados al público.',
    priority: 'critical',
    category: 'data-protection',
  },
  backups: {
    title: 'Copias y protección contra el borrado',
    description: 'Los datos pueden volver a cualquier momento de los últimos 35 días y nadie puede borrarlos de golpe.',
    priority: 'high',
    category: 'data-protection',
  },
  'nightly-run': {
    title: 'Revisión diaria de los datos',
    description: 'Cada día se vuelven a contar cuentas y clientes y se corrige lo que no cuadra.',
    priority: 'medium',
    category: 'monitoring',
  },
  'audit-log': {
    title: 'Registro de auditoría',
    description: 'Queda escrito quién ha hecho qué, y quién ha abierto los archivos.',
    priority: 'high',
    category: 'governance',
  },
}
