import { PRODUCT_NAME } from './product.ts'
import type { Vat } from './receipt.ts'

/** Who answers for the practice, as article 10 of the LSSI and article 13 of the GDPR ask. */
export interface Practice {
  readonly tradeName: string
  readonly legalName: string
  /** NIF. */
  readonly taxId: string
  readonly address: string
  readonly email: string
  readonly phone: string
  /** Entry in the commercial register; undefined for a sole trader, who has none. */
  readonly registry: string | undefined
  /** How what is sold is taxed: the rate of IVA that the prices include, or the sentence that names the exemption. */
  readonly vat: Vat
  readonly privacyOfficer: { readonly email: string }
  /** The regulated profession; undefined where nobody of the practice is a member of a professional body. */
  readonly profession:
    | {
        readonly title: string
        readonly country: string
        readonly college: string
        readonly number: string
        readonly rules: string
      }
    | undefined
}

/**
 * Placeholders, to be filled in by the owner of the practice before the site is published. All legal pages read who runs
 * the practice from here and from nowhere else.
 */
export const practice: Practice = {
  tradeName: PRODUCT_NAME,
  legalName: 'Hábitat Interior Ejemplo, S. L.',
  taxId: 'B00000000',
  address: 'Calle de Ejemplo, 1, 28000 Madrid, España',
  email: 'hola@habitat.example',
  phone: '+34 000 000 000',
  registry: 'Registro Mercantil de Madrid, tomo 00000, folio 000, hoja M-000000, inscripción 1.ª',
  vat: { percent: 21 },
  privacyOfficer: { email: 'privacidad@habitat.example' },
  profession: {
    title: 'Licenciatura en Biología',
    country: 'España',
    college: 'Colegio Oficial de Biólogos de la Comunidad de Madrid',
    number: '00000-M',
    rules: 'Código deontológico y estatutos de la profesión de biólogo, disponibles en la web de su colegio oficial',
  },
}
