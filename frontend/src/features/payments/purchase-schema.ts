import * as z from 'zod/mini'
import { brokenRule } from '#contract/password'
import { PurchaseForm } from '#contract/sign-up'
import { Line } from '#contract/text'
import { refusalText } from '../../ui/refusal-text.ts'

const shortest = 6

/**
 * Adds the password rules to the contract's form: below six characters its own message is shown, from six on that of
 * the first broken rule.
 */
export const PurchaseSchema = z.safeExtend(PurchaseForm, {
  discountCode: z.optional(Line.check(z.maxLength(40, { error: refusalText['discount-invalid'] }))),
  password: PurchaseForm.shape.password.check(
    z.superRefine((password, context) => {
      const broken = password.length >= shortest ? brokenRule(password) : undefined
      if (broken) context.addIssue({ code: 'custom', message: broken.text })
    }),
  ),
})
