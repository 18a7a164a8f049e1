-- Tokens of all organizations with fewer rights than an operator's (decision 044).

ALTER TABLE access_tokens
  DROP CONSTRAINT access_tokens_role_check,
  DROP CONSTRAINT access_tokens_check,
  ADD CONSTRAINT access_tokens_role_check
    CHECK (role IN ('viewer', 'developer', 'admin', 'monitoring', 'support', 'operator')),
  ADD CONSTRAINT access_tokens_check
    CHECK ((organization_id IS NULL) = (role IN ('monitoring', 'support', 'operator')));
