import * as z from 'zod/mini'
import { nameProblem, PersonName } from './person-name.ts'
import { enteredOf, keysOf, labelsOf, optionalText, valuesOf } from './record.ts'
import { Line, Lines } from './text.ts'
import { CustomerId, Email, Instant } from './values.ts'

export const customerFields = {
  name: {
    label: 'Nombre',
    value: z.string(),
    entered: Line.check(z.minLength(1, { error: 'Indica el nombre' }), z.maxLength(160)),
  },
  email: {
    label: 'Email',
    value: z.string(),
    entered: z.pipe(
      z.string({ error: 'Escribe el email' }).check(z.trim(), z.minLength(1, { error: 'Escribe el email' })),
      Email,
    ),
  },
  phone: optionalText('Teléfono', Line.check(z.maxLength(40))),
  address: optionalText('Dirección', Lines.check(z.maxLength(300))),
  notes: optionalText('Notas', Lines.check(z.maxLength(4000))),
}
export type CustomerField = keyof typeof customerFields

export const customerFieldNames = keysOf(customerFields)
export const customerLabels = labelsOf(customerFields)

export const CustomerVersion = z.int().check(z.positive())

export const Customer = z.object({
  customerId: CustomerId,
  ...valuesOf(customerFields),
  createdAt: Instant,
  version: CustomerVersion,
})
export type Customer = z.infer<typeof Customer>

export const CustomerRow = z.pick(Customer, { customerId: true, name: true, email: true, phone: true, createdAt: true })
export type CustomerRow = z.infer<typeof CustomerRow>

export const CustomerName = z.pick(Customer, { customerId: true, name: true, email: true })
export type CustomerName = z.infer<typeof CustomerName>

const isCalled = (customer: { readonly name?: unknown; readonly email?: unknown } | null): boolean => {
  // The refinement also sees what is no client at all, which the schema refuses besides.
  const { name, email } = customer ?? {}
  return typeof name !== 'string' || PersonName.safeParse(name).success || name.toLowerCase() === email
}

export const NewCustomer = z
  .strictObject(enteredOf(customerFields))
  .check(z.refine(isCalled, { error: nameProblem, path: ['name'], when: () => true }))
export type NewCustomer = z.infer<typeof NewCustomer>
