import * as z from 'zod'
import { brokenRule } from '#contract/password'
import { PurchaseForm } from '#contract/sign-up'
import { Line } from '#contract/text'
import { refusalText } from '../../ui/refusal-text.ts'

const shortest = 6

/**
 * The contract's form with the rules of a password besides: below six characters the form's own text stands, from six on
 * the text of the first rule that is broken.
 */
export const PurchaseSchema = PurchaseForm.safeExtend({
  discountCode: Line.max(40, { error: refusalText['discount-invalid'] }).optional(),
  password: PurchaseForm.shape.password.check(
    z.superRefine((password, context) => {
      const broken = password.length >= shortest ? brokenRule(password) : undefined
      if (broken) context.addIssue({ code: 'custom', message: broken.text })
    }),
  ),
})
