import * as z from 'zod'
import { es } from 'zod/locales'

const { localeError } = es()

/** What zod says where a schema has no words of its own is said in Spanish, in the browser and in the API's answers. */
z.config({
  // Its own words for a format are "Inválido entrada", or the pattern itself.
  localeError: (issue) => (issue.code === 'invalid_format' ? 'No tiene el formato esperado' : localeError(issue)),
})
