/** Protections of the deployed product that can be switched off here, to test that the security check notices. */
export const protectionLabels = {
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
export type ProtectionName = keyof typeof protectionLabels
export const protectionNames = Object.keys(protectionLabels) as ProtectionName[]

/** Not switched on by `lib/` either. */
const offAtFirst: readonly ProtectionName[] = ['pool-passkeys']

export type IsProtectionOn = (name: ProtectionName) => boolean

export const isProtectionDeployed: IsProtectionOn = (name) => !offAtFirst.includes(name)

/** `switched` is called on each change, for a protection that is more than a reported setting. */
export function createProtectionSwitches(switched: (name: ProtectionName, on: boolean) => Promise<void>) {
  const changed = new Map<ProtectionName, boolean>()
  const isOn: IsProtectionOn = (name) => changed.get(name) ?? isProtectionDeployed(name)
  return {
    isOn,
    list: () => protectionNames.map((name) => ({ name, text: protectionLabels[name], on: isOn(name) })),
    set: async (name: string, on: boolean): Promise<void> => {
      const known = protectionNames.find((each) => each === name)
      if (!known) throw new RangeError(`unknown protection ${name}`)
      changed.set(known, on)
      await switched(known, on)
    },
  }
}
export type ProtectionSwitches = ReturnType<typeof createProtectionSwitches>
