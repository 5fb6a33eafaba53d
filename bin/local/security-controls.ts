/** Protections of the deployed product that can be switched off here, to test that the security check notices. */
export const securityControlLabels = {
  'pool-codes': 'Cognito pide códigos de aplicación',
  'pool-passwords': 'Cognito exige contraseñas fuertes',
  'pool-deletion': 'Cognito protegido contra el borrado',
  'pool-passkeys': 'Cognito admite llaves de acceso',
  'table-key': 'Tabla cifrada con clave propia',
  'table-recovery': 'Copia continua de la tabla',
  'table-deletion': 'Tabla protegida contra el borrado',
  'files-key': 'Archivos cifrados con clave propia',
  'files-public': 'Archivos cerrados al público',
  'files-versions': 'Versiones anteriores de los archivos',
  'files-log': 'Accesos a los archivos anotados',
  'nightly-run': 'Revisión diaria de los datos',
} as const
export type SecurityControlName = keyof typeof securityControlLabels
export const securityControlNames = Object.keys(securityControlLabels) as SecurityControlName[]

/** Not enabled by `lib/` either. */
const offAtFirst: readonly SecurityControlName[] = ['pool-passkeys']

export type IsSecurityControlOn = (name: SecurityControlName) => boolean

export const isSecurityControlDeployed: IsSecurityControlOn = (name) => !offAtFirst.includes(name)

/** `switched` is called on each change, for a protection that is more than a reported setting. */
export function createSecurityControlSwitches(switched: (name: SecurityControlName, on: boolean) => Promise<void>) {
  const changed = new Map<SecurityControlName, boolean>()
  const isOn: IsSecurityControlOn = (name) => changed.get(name) ?? isSecurityControlDeployed(name)
  return {
    isOn,
    list: () => securityControlNames.map((name) => ({ name, text: securityControlLabels[name], on: isOn(name) })),
    set: async (name: string, on: boolean): Promise<void> => {
      const known = securityControlNames.find((each) => each === name)
      if (!known) throw new RangeError(`unknown protection ${name}`)
      changed.set(known, on)
      await switched(known, on)
    },
  }
}
export type SecurityControlSwitches = ReturnType<typeof createSecurityControlSwitches>
