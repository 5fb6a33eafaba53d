import { FullName as Name } from '#contract/sign-up'
import type { FullName } from '../../api/sign-in.ts'
import { Field } from '../../ui/field.tsx'

interface NameFieldsProps {
  readonly name: FullName
  readonly onName: (name: FullName) => void
}

/** Whether the server takes this for a name. */
export const isWhole = (name: FullName): boolean => Name.safeParse(name).success

/** The name without the spaces around it. */
export const trimmed = ({ firstName, lastName }: FullName): FullName => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
})

const problemOf = (name: FullName, field: keyof FullName): string | undefined =>
  name[field] === '' ? undefined : Name.shape[field].safeParse(name[field]).error?.issues[0]?.message

/** What somebody is called who was invited by their address alone. */
export const NameFields = ({ name, onName }: NameFieldsProps) => (
  <div className="form-pair">
    <Field
      label="Nombre"
      autoComplete="given-name"
      required
      value={name.firstName}
      error={problemOf(name, 'firstName')}
      onChange={({ target }) => onName({ ...name, firstName: target.value })}
    />
    <Field
      label="Apellidos"
      autoComplete="family-name"
      required
      value={name.lastName}
      error={problemOf(name, 'lastName')}
      onChange={({ target }) => onName({ ...name, lastName: target.value })}
    />
  </div>
)
