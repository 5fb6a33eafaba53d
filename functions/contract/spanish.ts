import * as z from 'zod'
import { es } from 'zod/locales'

/** What zod says where a schema has no words of its own is said in Spanish, in the browser and in the API's answers. */
z.config(es())
