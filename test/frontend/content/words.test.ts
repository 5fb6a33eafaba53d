import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = 'frontend/src'
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))

const linesWith = (pattern: RegExp) =>
  texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )

const fixed = [
  'label="',
  'Debes verificar tu email antes de iniciar sesión',
  'No se pudo verificar tu email',
  'No se pudo reenviar el email',
  'No se pudo obtener el email del usuario',
  'Ya he verificado mi email',
  'Verificando tu email...',
  'Verifica tu email',
  'Escribe tu email',
  'Escribe el email',
  'El email es requerido',
]

test("a mail is a 'correo' in running text: 'Email' is only a label", () => {
  const running = linesWith(/\b(?:tu|mi|su|el|del|al|un|por|ese|este|otro|enlace de) email\b/i)

  expect(running.filter((line) => !fixed.some((words) => line.includes(words)))).toEqual([])
})

test('one thing has one name on every page', () => {
  expect(linesWith(/Registrarse con Google|Desistir de un contrato|presupuestos a elegir/)).toEqual([])
})
