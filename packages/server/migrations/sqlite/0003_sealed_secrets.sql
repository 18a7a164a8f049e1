-- Signing secrets are kept sealed, each for its organization alone. seal(text, owner) is the program's (src/sealing.ts).

-- check_value: tells at each opening whether the key is the one that was sealed with.
-- clear_text_gone: 0 until the files are rewritten without what stood in them before.
CREATE TABLE sealing (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  check_value TEXT NOT NULL,
  clear_text_gone INTEGER NOT NULL CHECK (clear_text_gone IN (0, 1))
) STRICT;

INSERT INTO sealing (only_row, check_value, clear_text_gone)
SELECT 1, seal('booking-service', 'check_value'), NOT EXISTS (SELECT 1 FROM organizations);

UPDATE organizations SET signing_secret = seal(signing_secret, id);
