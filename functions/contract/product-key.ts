import * as z from 'zod/mini'
import { productCatalogue } from './product-catalogue.ts'

export const ProductKey = z.enum(Object.keys(productCatalogue) as (keyof typeof productCatalogue)[])
export type ProductKey = z.infer<typeof ProductKey>
