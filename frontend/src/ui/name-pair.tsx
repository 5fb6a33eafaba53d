import { Field, type FieldProps } from './field.tsx'

type NameProps = Omit<FieldProps, 'label' | 'autoComplete' | 'required'>

interface NamePairProps {
  readonly first: NameProps
  readonly last: NameProps
}

export const NamePair = ({ first, last }: NamePairProps) => (
  <div className="form-pair">
    <Field label="Nombre" autoComplete="given-name" required {...first} />
    <Field label="Apellidos" autoComplete="family-name" required {...last} />
  </div>
)
