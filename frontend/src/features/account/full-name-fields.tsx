import type { ChangeEvent } from 'react'
import { FullName as Name } from '#contract/person-name'
import type { FullName } from '../../api/sign-in.ts'
import { FullNameInputs } from '../../ui/full-name-inputs.tsx'

interface NameFieldsProps {
  readonly name: FullName
  readonly onName: (name: FullName) => void
}

export const isValidFullName = (name: FullName): boolean => Name.safeParse(name).success

export const trimFullName = ({ firstName, lastName }: FullName): FullName => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
})

const problemOf = (name: FullName, field: keyof FullName): string | undefined =>
  name[field] === '' ? undefined : Name.shape[field].safeParse(name[field]).error?.issues[0]?.message

export function FullNameFields({ name, onName }: NameFieldsProps) {
  const part = (field: keyof FullName) => ({
    name: field,
    value: name[field],
    error: problemOf(name, field),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onName({ ...name, [field]: target.value }),
  })
  return <FullNameInputs first={part('firstName')} last={part('lastName')} />
}
