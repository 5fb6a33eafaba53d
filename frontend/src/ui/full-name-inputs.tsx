import { TextField, type TextFieldProps } from './text-field.tsx'

type NameProps = Omit<TextFieldProps, 'label' | 'autoComplete' | 'required'>

interface NamePairProps {
  readonly first: NameProps
  readonly last: NameProps
}

export const FullNameInputs = ({ first, last }: NamePairProps) => (
  <div className="form-pair">
    <TextField label="Nombre" autoComplete="given-name" required {...first} />
    <TextField label="Apellidos" autoComplete="family-name" required {...last} />
  </div>
)
