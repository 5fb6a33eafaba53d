import * as z from 'zod/mini'
import { invalidPersonNameMessage, PersonName } from './person-name.ts'
import {
  getFieldInputSchemas,
  getObjectKeys,
  getFieldLabels,
  createOptionalTextField,
  getFieldValueSchemas,
} from './record-fields.ts'
import { SingleLineText, MultilineText } from './text-schemas.ts'
import { CalendarDay, CustomerId, Email, IsoInstant } from './value-schemas.ts'

export const customerFields = {
  name: {
    label: 'Nombre',
    value: z.string(),
    entered: SingleLineText.check(z.minLength(1, { error: 'Indica el nombre' }), z.maxLength(160)),
  },
  email: {
    label: 'Email',
    value: z.string(),
    entered: z.pipe(
      z.string({ error: 'Escribe el email' }).check(z.trim(), z.minLength(1, { error: 'Escribe el email' })),
      Email,
    ),
  },
  phone: createOptionalTextField('Teléfono', SingleLineText.check(z.maxLength(40))),
  address: createOptionalTextField('Dirección', MultilineText.check(z.maxLength(300))),
  notes: createOptionalTextField('Notas', MultilineText.check(z.maxLength(4000))),
}
export type CustomerField = keyof typeof customerFields

export const customerFieldNames = getObjectKeys(customerFields)
export const customerFieldLabels = getFieldLabels(customerFields)

export const CustomerVersionNumber = z.int().check(z.positive())

export const Customer = z.object({
  customerId: CustomerId,
  ...getFieldValueSchemas(customerFields),
  createdAt: IsoInstant,
  version: CustomerVersionNumber,
})
export type Customer = z.infer<typeof Customer>

export const CustomerRecord = z.extend(Customer, { birthDate: z._default(z.nullable(CalendarDay), null) })
export type CustomerRecord = z.infer<typeof CustomerRecord>

export const CustomerListRow = z.pick(Customer, {
  customerId: true,
  name: true,
  email: true,
  phone: true,
  createdAt: true,
})
export type CustomerListRow = z.infer<typeof CustomerListRow>

export const CustomerSummary = z.pick(Customer, { customerId: true, name: true, email: true })
export type CustomerSummary = z.infer<typeof CustomerSummary>

const isCalled = (customer: { readonly name?: unknown; readonly email?: unknown } | null): boolean => {
  // The refinement also runs on values that are no client, which the schema refuses itself.
  const { name, email } = customer ?? {}
  return typeof name !== 'string' || PersonName.safeParse(name).success || name.toLowerCase() === email
}

export const NewCustomer = z
  .strictObject(getFieldInputSchemas(customerFields))
  .check(z.refine(isCalled, { error: invalidPersonNameMessage, path: ['name'], when: () => true }))
export type NewCustomer = z.infer<typeof NewCustomer>
