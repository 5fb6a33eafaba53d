import { useId, useState } from 'react'
import type { AccountSettings } from '#contract/account-settings'
import { supportedLanguages } from '#contract/product'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { Form, FormActions } from '../../ui/form.tsx'
import { useRefusedField } from '../../ui/refused-fields.tsx'
import { useSaveAccountSettings } from './use-account-settings.ts'

type Language = (typeof supportedLanguages)[number]

const names: Readonly<Record<Language, string>> = { es: 'Español' }

export function LanguageSetting({ settings }: { readonly settings: AccountSettings }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="settings-line">
      <p>{names[settings.language]}</p>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Cambiar idioma
      </Button>
      {open && <LanguageDialog settings={settings} close={() => setOpen(false)} />}
    </div>
  )
}

interface LanguageChoiceProps {
  readonly chosen: Language
  readonly choose: (language: Language) => void
}

function LanguageChoice({ chosen, choose }: LanguageChoiceProps) {
  const id = useId()
  const { refusal } = useRefusedField('language')
  return (
    <fieldset className="settings-choice" aria-describedby={id}>
      <legend className="visually-hidden">Idioma de la web y de los correos</legend>
      {supportedLanguages.map((language) => (
        <label key={language}>
          <input type="radio" name="language" checked={chosen === language} onChange={() => choose(language)} />
          {names[language]}
        </label>
      ))}
      <FieldError id={id} text={refusal} />
    </fieldset>
  )
}

interface LanguageDialogProps {
  readonly settings: AccountSettings
  readonly close: () => void
}

function LanguageDialog({ settings, close }: LanguageDialogProps) {
  const [chosen, setChosen] = useState<Language>(settings.language)
  const { save, isPending, error } = useSaveAccountSettings(settings)
  const submit = () => {
    save({ language: chosen }, { done: close })
  }
  return (
    <Dialog title="Idioma" close={close}>
      <Form draft={createUnstoredFormDraft('language', chosen !== settings.language)} refused={error} onSubmit={submit}>
        <p>De momento la web y los correos están solo en español.</p>
        <LanguageChoice chosen={chosen} choose={setChosen} />
        <FormActions busy={isPending} busyText="Guardando...">
          Guardar
        </FormActions>
      </Form>
    </Dialog>
  )
}
