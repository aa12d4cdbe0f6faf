"""What classes share with those around them: members found by name, and buses."""
