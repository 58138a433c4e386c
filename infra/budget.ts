import type { StageOptions } from './stage.ts';

/** Tells of 80 % spent, and of a month that will cost more. */
export function budget({ budget: dollars, mail }: StageOptions): void {
  if (dollars === undefined) return;
  if (mail === undefined) throw new Error('A stage with a budget needs mail, in infra/stage.ts');
  const told = {
    comparisonOperator: 'GREATER_THAN',
    thresholdType: 'PERCENTAGE',
    subscriberEmailAddresses: [mail],
  };
  new aws.budgets.Budget('Budget', {
    budgetType: 'COST',
    timeUnit: 'MONTHLY',
    limitAmount: String(dollars),
    limitUnit: 'USD',
    notifications: [
      { ...told, notificationType: 'ACTUAL', threshold: 80 },
      { ...told, notificationType: 'FORECASTED', threshold: 100 },
    ],
  });
}
